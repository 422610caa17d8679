import { createServer, type AddressInfo, type Socket } from "node:net";

export type MailServer = { port: number; received: string[]; close: () => Promise<void> };

const answers: Record<string, string> = { QUIT: "221 bye\r\n", STARTTLS: "502 not implemented\r\n" };

/**
 * The other side of SMTP, as little of it as a letter needs.
 * @param refuses told each letter as it comes, says whether to turn it away for now.
 */
export async function openMailServer(refuses: (letter: string) => boolean = () => false): Promise<MailServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Whoever is killed in the middle of a letter hangs up.
    socket.on("error", () => socket.destroy());
    let isData = false;
    let unread = "";
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      unread += chunk.toString();
      for (let end = unread.indexOf("\r\n"); end >= 0; end = unread.indexOf("\r\n")) {
        if (isData) {
          const last = unread.indexOf("\r\n.\r\n");
          if (last < 0) return;
          const letter = unread.slice(0, last);
          unread = unread.slice(last + 5);
          isData = false;
          const isRefused = refuses(letter);
          if (!isRefused) received.push(letter);
          socket.write(isRefused ? "451 not now\r\n" : "250 taken\r\n");
          continue;
        }
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        isData = line === "DATA";
        socket.write(isData ? "354 go on\r\n" : (answers[line] ?? "250 ok\r\n"));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
