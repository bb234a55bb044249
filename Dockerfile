# The whole service in one container: docker build -t model-almanac --build-arg BASE_URL=https://almanac.example .
# docker run --read-only --cap-drop ALL -p 8888:8888 model-almanac
# The build makes the same files for every platform, so that it runs on the one at hand.
FROM --platform=$BUILDPLATFORM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
RUN npm ci --ignore-scripts
COPY . .
# Address of the site in its answers; empty: that of data/service.json, else http://localhost:8888.
ARG BASE_URL=""
RUN npm run build -- --sqlite && npm run build:server

FROM node:22-alpine
WORKDIR /app
COPY --from=build /app/.cache/server/ ./
COPY --from=build /app/.cache/function/data.bin /app/.cache/function/data.bin.proofs ./
COPY --from=build /app/dist/ ./dist/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8888 FUNCTION_DATA=data.bin
# It writes nothing, so that the file system may be read-only.
USER node
EXPOSE 8888
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/status`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]
