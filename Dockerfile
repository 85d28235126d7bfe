# The simulated host as an image; docs/deployment.md says how to build and run it.

# Packed as it would be published, and installed from that: nothing of the build is left.
FROM node:24-trixie-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /tmp
RUN npm install --prefix /opt/sim-host --omit=dev --no-audit --no-fund /tmp/sim-host-*.tgz \
    @nats-io/transport-node@3 @nats-io/jetstream@3 @nats-io/kv@3

FROM node:24-trixie-slim
COPY --from=build /opt/sim-host /opt/sim-host
RUN ln -s /opt/sim-host/node_modules/.bin/sim-host /usr/local/bin/sim-host && \
    install --directory --owner=node --group=node /data
# A published port reaches a container from outside. Set SIM_HOST_TOKEN, or publish to 127.0.0.1 alone.
ENV NODE_ENV=production \
    SIM_HOST_ALLOW_EXTERNAL_CONNECTIONS=yes
USER node
WORKDIR /data
VOLUME /data
EXPOSE 9095
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "const { SIM_HOST_PORT: set = '' } = process.env; const port = /^\\d+$/.test(set) ? set : 9095; const headers = { 'X-Client-ID': 'health-check' }; fetch(`http://127.0.0.1:${port}/api/health`, { headers }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1));"]
ENTRYPOINT ["sim-host", "--project", "/data"]
