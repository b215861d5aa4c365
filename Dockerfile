# The command line in a container: docker run --rm -v "$PWD:/work" IMAGE check
FROM node:20-alpine
RUN npm install --global --ignore-scripts --no-audit --no-fund @weir-tools/weir@0.1.0 && npm cache clean --force
USER node
WORKDIR /work
ENTRYPOINT ["weir"]
CMD ["check"]
