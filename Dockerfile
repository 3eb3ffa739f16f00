# One image for every process: the API, the workers, migrations and the sandbox. What runs is said by its arguments.
# The first stage fetches packages, the second builds the server and the documentation site that the API serves at /docs/, the third the
# console that it serves at /console/. Needs BuildKit. Where packages come through a proxy
# or a registry of your own, give the build the secrets ca (certificates) and npmrc; they stay in no layer.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY sandbox/package.json sandbox/
RUN --mount=type=secret,id=ca,target=/run/secrets/ca.pem --mount=type=secret,id=npmrc,target=/root/.npmrc \
    NODE_EXTRA_CA_CERTS=/run/secrets/ca.pem npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY sandbox/package.json sandbox/
RUN --mount=type=secret,id=ca,target=/run/secrets/ca.pem --mount=type=secret,id=npmrc,target=/root/.npmrc \
    NODE_EXTRA_CA_CERTS=/run/secrets/ca.pem npm ci --ignore-scripts --no-audit --no-fund
COPY scripts scripts
COPY server/src server/src
RUN node scripts/build.ts
COPY docs docs
COPY sandbox/README.md sandbox/
COPY sdk/README.md sdk/
COPY cli/README.md cli/
COPY tests/README.md tests/
COPY README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md LICENSE .env.example ./
RUN node scripts/docs.ts

FROM node:24.21.0-trixie-slim AS console
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY sdk/package.json sdk/
COPY server/package.json server/
RUN --mount=type=secret,id=ca,target=/run/secrets/ca.pem --mount=type=secret,id=npmrc,target=/root/.npmrc \
    NODE_EXTRA_CA_CERTS=/run/secrets/ca.pem npm ci --ignore-scripts --no-audit --no-fund
COPY scripts/console.ts scripts/
COPY server/src/platform server/src/platform
COPY sdk/src sdk/src
# Lists decide with the server's code whether a chat belongs to them.
COPY server/src/platform/search server/src/platform/search
COPY console/index.html console/vite.config.ts console/lingui.config.ts console/
COPY console/public console/public
COPY console/src console/src
RUN node scripts/console.ts

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Patchbay" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/server/dist server/dist
COPY sandbox/src sandbox/src
COPY --from=build /app/site site
COPY --from=console /app/console/dist console/dist
COPY LICENSE ./
# Made by the base image; owns nothing of the above, so no process can change what it runs.
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "server/dist/is-ready.js"]
ENTRYPOINT ["node"]
CMD ["server/dist/main.js", "all"]
