# Both programs in one small image: docker build -t ludens .
#   docker run -p 9147:9147 ludens player serve
#   docker compose up          a player and the page, see compose.yaml
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# Statically linked, the C library too: the image below has nothing else.
RUN CGO_ENABLED=1 go build -trimpath -buildvcs=false -tags netgo,osusergo,sqlite_omit_load_extension \
        -ldflags '-s -w -linkmode external -extldflags "-static"' -o /out/bin/ ./cmd/player ./cmd/gamemaster \
    && mkdir -p /out/data/ludens /out/cache/ludens /out/tmp

FROM scratch
COPY --from=build /out/bin/ /usr/local/bin/
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/cache /cache
COPY --from=build --chown=65532:65532 /out/tmp /tmp
COPY LICENSE /usr/share/doc/ludens/LICENSE
ENV PATH=/usr/local/bin HOME=/data XDG_DATA_HOME=/data XDG_CACHE_HOME=/cache
USER 65532:65532
VOLUME ["/data", "/cache"]
# The player; the page; what the player tells.
EXPOSE 9147 9180 9148
CMD ["player", "serve"]
