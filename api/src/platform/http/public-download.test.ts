import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type DownloadLimits, downloadPublic, isPublicIpAddress } from "./public-download.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/**
 * Starts a server on the local machine.
 * @returns its URL
 */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits: DownloadLimits = { maxBytes: 1000, timeoutMs: 2000, types: ["image/png"] };
const download = (url: string, overrides: Partial<DownloadLimits> = {}) =>
  downloadPublic(url, { ...limits, isAllowed: () => true, ...overrides }).then(
    (content) => content.toString(),
    (error: Error) => error.message,
  );
const sendImage: RequestListener = (_request, response) =>
  void response.writeHead(200, { "content-type": "image/png; charset=binary" }).end("pixels");

describe("isPublicIpAddress", () => {
  it.each(["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111"])("accepts %s", (ipAddress) => {
    expect(isPublicIpAddress(ipAddress)).toBe(true);
  });

  it.each([
    ...["127.0.0.1", "10.0.0.1", "172.16.9.9", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
    ...["224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fd00::1", "ff02::1"],
    ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fec0::1", "::127.0.0.1", "x"],
  ])("rejects %s", (ipAddress) => {
    expect(isPublicIpAddress(ipAddress)).toBe(false);
  });
});

describe("downloadPublic", () => {
  it("returns the file of an allowed server", async () => {
    expect(await download(await startServer(sendImage))).toBe("pixels");
  });

  it.each([
    ["http://127.0.0.1:1/a.png"],
    ["http://2130706433/a.png"],
    ["http://0x7f.1/a.png"],
    ["http://[::1]/a.png"],
    ["http://[::ffff:7f00:1]/a.png"],
    ["http://169.254.169.254/latest/meta-data"],
    ["http://localhost/a.png"],
  ])("does not connect to a private address: %s", async (url) => {
    await expect(downloadPublic(url, limits)).rejects.toThrow("is not an address of the public internet");
  });

  it("checks the IP address again after a redirect, for host names and for IP addresses", async () => {
    let requestCount = 0;
    const secret = await startServer((request, response) => {
      requestCount += 1;
      sendImage(request, response);
    });
    const isAllowed = (ipAddress: string) => ipAddress === "127.0.0.1" && requestCount === 0;
    for (const location of ["http://[::1]:1/x", "http://169.254.169.254/x"]) {
      const from = await startServer((_request, response) => void response.writeHead(302, { location }).end());
      expect(await download(from, { isAllowed })).toContain("is not an address of the public internet");
    }
    const to = await startServer(
      (_request, response) => void response.writeHead(307, { location: `${secret}/b` }).end(),
    );
    expect(await download(to)).toBe("pixels");
    const file = await startServer(
      (_request, response) => void response.writeHead(302, { location: "file:///x" }).end(),
    );
    expect(await download(file)).toContain("only http and https are allowed");
    const loop = await startServer((_request, response) => void response.writeHead(302, { location: "/" }).end());
    expect(await download(loop)).toContain("more than 3 redirects");
  });

  it.each<[string, RequestListener, string]>([
    [
      "another type",
      (_request, response) => void response.setHeader("content-type", "text/html").end("<p>"),
      "is text/html",
    ],
    [
      "an announced size above the limit",
      (_request, response) =>
        void response.writeHead(200, { "content-type": "image/png", "content-length": "5000" }).end(),
      "larger than",
    ],
    [
      "a body above the limit without content-length",
      (_request, response) => void response.writeHead(200, { "content-type": "image/png" }).end("x".repeat(5000)),
      "larger than",
    ],
    ["an error", (_request, response) => void response.writeHead(404).end(), "the server answers 404"],
  ])("refuses %s", async (_what, listener, reason) => {
    expect(await download(await startServer(listener))).toContain(reason);
  });

  it("fails if the server never finishes or cannot be reached", async () => {
    const slow = await startServer((_request, response) => {
      response.writeHead(200, { "content-type": "image/png" }).write("p");
    });
    expect(await download(slow, { timeoutMs: 200 })).toContain("no complete answer within 0.2 seconds");
    expect(await download("http://127.0.0.1:1/a.png")).toContain("ECONNREFUSED");
    expect(await download("ftp://example.com/a.png")).toContain("only http and https");
    expect(await download("http://user:word@example.com/a.png")).toContain("user name or password");
  });
});
