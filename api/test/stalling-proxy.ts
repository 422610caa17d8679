import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type StallingProxy = {
  port: number;
  /** Discards bytes in both directions from now on; connections stay open and new ones are accepted. */
  stall: () => void;
  /** Forwards new connections again, but not those that were stalled. */
  recover: () => void;
  /** Whether bytes have been discarded since the last call of `stall`. */
  hasDiscarded: () => boolean;
  close: () => Promise<void>;
};

/** Opens a TCP proxy to a PostgreSQL socket in the folder `host`. It can stop forwarding, like a host that is down. */
export async function openStallingProxy(target: { host: string; port: number }): Promise<StallingProxy> {
  let isStalled = false;
  let hasDiscarded = false;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    return socket;
  };
  const server = createServer((incoming) => {
    track(incoming);
    const outgoing = track(connect(`${target.host}/.s.PGSQL.${target.port}`));
    let isSilenced = isStalled;
    const forward = (from: Socket, to: Socket) =>
      from.on("data", (chunk) => {
        isSilenced ||= isStalled;
        if (isSilenced) hasDiscarded = true;
        else to.write(chunk);
      });
    forward(incoming, outgoing);
    forward(outgoing, incoming);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      isStalled = true;
      hasDiscarded = false;
    },
    recover: () => {
      isStalled = false;
    },
    hasDiscarded: () => hasDiscarded,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
