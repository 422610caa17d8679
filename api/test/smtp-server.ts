import { createServer, type AddressInfo, type Socket } from "node:net";

export type SmtpServer = { port: number; receivedEmails: string[]; close: () => Promise<void> };

const replies: Record<string, string> = { QUIT: "221 bye\r\n", STARTTLS: "502 not implemented\r\n" };

/**
 * Starts a minimal SMTP server that records the emails it receives.
 * @param shouldReject decides for each email (headers and body) whether it is rejected temporarily, with an address in the reply
 */
export async function openSmtpServer(shouldReject: (email: string) => boolean = () => false): Promise<SmtpServer> {
  const receivedEmails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that is killed in the middle of an email disconnects.
    socket.on("error", () => socket.destroy());
    let isReadingData = false;
    let pendingInput = "";
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      pendingInput += chunk.toString();
      for (let lineEnd = pendingInput.indexOf("\r\n"); lineEnd >= 0; lineEnd = pendingInput.indexOf("\r\n")) {
        if (isReadingData) {
          const emailEnd = pendingInput.indexOf("\r\n.\r\n");
          if (emailEnd < 0) return;
          const email = pendingInput.slice(0, emailEnd);
          pendingInput = pendingInput.slice(emailEnd + 5);
          isReadingData = false;
          const isRejected = shouldReject(email);
          if (!isRejected) receivedEmails.push(email);
          socket.write(isRejected ? "451 <a@example.com>: try again later\r\n" : "250 accepted\r\n");
          continue;
        }
        const line = pendingInput.slice(0, lineEnd);
        pendingInput = pendingInput.slice(lineEnd + 2);
        isReadingData = line === "DATA";
        socket.write(isReadingData ? "354 continue\r\n" : (replies[line] ?? "250 ok\r\n"));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    receivedEmails,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
