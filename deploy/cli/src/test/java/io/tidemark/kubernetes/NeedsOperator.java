package io.tidemark.kubernetes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs only where the cluster has a running Flink operator, as {@code deploy/tools/kubernetes.sh}
 * found out.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsOperator.Condition.class)
@interface NeedsOperator {
  /** "yes" where there is one. */
  String VARIABLE = "TIDEMARK_TEST_KUBERNETES_OPERATOR";

  /** Of a class, or of a method of one that also has tests without the operator. */
  final class Condition implements ExecutionCondition {
    static boolean isMet() {
      return "yes".equals(System.getenv(VARIABLE));
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (isMet()) {
        return ConditionEvaluationResult.enabled("there is a Flink operator");
      }
      return ConditionEvaluationResult.disabled(
          "no Flink operator runs in this cluster (%s)".formatted(VARIABLE));
    }
  }
}
