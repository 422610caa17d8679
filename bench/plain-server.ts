// A server that sends one file, with what node:http does and nothing else: the measure for cached responses.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The response to every request: names and values of its headers in turn, and the file with its body. */
export type PlainResponse = { fields: string[]; bodyFile: string };

const { fields, bodyFile } = JSON.parse(process.argv[2] ?? "") as PlainResponse;
const body = readFileSync(bodyFile);
const server = createServer((_incoming, outgoing) => {
  outgoing.writeHead(200, fields).end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
