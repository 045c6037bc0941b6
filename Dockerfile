# The image has the static program and nothing else. `docker build -t apimint .` builds the program from source. A release
# gives the programs of its archives instead of the stage: `--build-context build=DIRECTORY` with DIRECTORY/amd64/apimint
# and DIRECTORY/arm64/apimint.
FROM rust:1-alpine AS build
ARG TARGETARCH
RUN apk add --no-cache linux-headers musl-dev
WORKDIR /source
COPY . .
RUN cargo build --locked --release && install -D target/release/apimint "/$TARGETARCH/apimint"

FROM scratch
ARG TARGETARCH
LABEL org.opencontainers.image.source="https://github.com/apimint/apimint" \
    org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build --chmod=0755 /${TARGETARCH}/apimint /apimint
# A user without rights and without a name: give `--user "$(id -u):$(id -g)"` to write files of your own.
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/apimint"]
