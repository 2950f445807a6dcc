/** The version of this build. Begin with {@link Version}. */
package io.tidemark.build;
