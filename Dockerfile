# Only the site: no build tools, no shell, no packages that only tests need, and rights only to its own data.
FROM node:26-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts
RUN npm ci --ignore-scripts --omit=dev && node scripts/slim-packages.ts
# What the next image lacks: Node itself, stripped of debug symbols, and the library it may need.
RUN apt-get update && apt-get install -y --no-install-recommends binutils
RUN mkdir /libraries /data \
  && cp /usr/local/bin/node /node && strip /node \
  && ldd /node | grep -o '/[^ ]*libatomic[^ ]*' | xargs -r cp -Lt /libraries

FROM gcr.io/distroless/cc-debian12:nonroot
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /site
COPY --from=build /libraries /usr/lib
COPY --from=build /node /usr/bin/node
COPY --from=build /src/package.json /src/package-lock.json ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/app app
COPY --from=build /src/scripts scripts
COPY --from=build /src/server.ts /src/site.ts /src/background.ts /src/heavy-work.ts ./
COPY --from=build /src/build build
COPY --from=build --chown=nonroot:nonroot /data /data
COPY --from=build --chown=nonroot:nonroot /data /backups
USER nonroot
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=25", "scripts/serve.mjs"]
