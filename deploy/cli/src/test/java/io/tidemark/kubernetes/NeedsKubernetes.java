package io.tidemark.kubernetes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Runs only within {@code ./tidemark test --kubernetes}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
    named = TestKubernetes.NAMESPACE,
    matches = ".+",
    disabledReason = "no Kubernetes was named: ./tidemark test --kubernetes")
@interface NeedsKubernetes {}
