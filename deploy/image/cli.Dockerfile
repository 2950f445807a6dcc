# The command line on a JRE: docker build -f deploy/image/cli.Dockerfile -t tidemark-cli:0.1.0-SNAPSHOT .
# (after deploy/release/build)
FROM eclipse-temurin:17-jre

ARG VERSION=0.1.0-SNAPSHOT

LABEL org.opencontainers.image.title="Tidemark" \
      org.opencontainers.image.description="Tidemark's command line" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.licenses="Apache-2.0"

# Docker unpacks it.
ADD deploy/release/target/tidemark-$VERSION.tar.gz /opt/
RUN ln -s tidemark-$VERSION /opt/tidemark

# By number, so that Kubernetes can see that it is not root.
USER 9999:9999
WORKDIR /tmp
ENTRYPOINT ["/opt/tidemark/tidemark"]
