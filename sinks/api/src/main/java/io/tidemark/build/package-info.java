/** The version of this build. Begin with {@link io.tidemark.build.Version}. */
package io.tidemark.build;
