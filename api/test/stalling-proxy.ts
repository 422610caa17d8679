import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type StallingProxy = {
  port: number;
  /** From now on bytes are swallowed in both directions; connections stay open and new ones are taken. */
  stall: () => void;
  /** New connections get through again; those that were stalled stay silent. */
  recover: () => void;
  close: () => Promise<void>;
};

/** A TCP proxy in front of a socket that can fall silent as a dead host does. */
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
    let isSilent = isStalled;
    const forward = (from: Socket, to: Socket) =>
      from.on("data", (chunk) => {
        isSilent ||= isStalled;
        if (!isSilent) to.write(chunk);
      });
    forward(incoming, outgoing);
    forward(outgoing, incoming);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
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
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}
