import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type StallingProxy = {
  port: number;
  /** Starts to swallow bytes in both directions; connections stay open and new ones are accepted. */
  stall: () => void;
  /** Forwards new connections again; stalled ones stay silent. */
  recover: () => void;
  close: () => Promise<void>;
};

/** A TCP proxy to a socket that can stop responding, like a dead host. */
export async function openStallingProxy(target: { host: string; port: number }): Promise<StallingProxy> {
  let isStalled = false;
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
        if (!isSilenced) to.write(chunk);
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
    },
    recover: () => {
      isStalled = false;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
