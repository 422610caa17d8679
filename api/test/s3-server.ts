import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { S3Config } from "../src/platform/file-storage/s3-config.ts";

const BUCKET = "shop-files";
const ACCESS_KEY = "test-access-key";
const PAGE_SIZE = 3;

/**
 * What a request gets in place of its response: an error status, a connection that is closed before the response or
 * after half of it, no response at all, half of it and then nothing, or one byte of it every tenth of a second.
 */
export type S3Fault = number | "disconnect" | "disconnect_halfway" | "silence" | "silence_halfway" | "trickle";

type StoredObject = { content: Buffer; modifiedAt: Date };
export type S3Server = {
  config: S3Config;
  /** The objects by key. */
  objects: Map<string, StoredObject>;
  /** The requests since the last fault was set, such as `GET media/originals/…`. */
  requests: string[];
  /** Sets what requests get until it is called again; of all requests, or of those for which it returns one. */
  setFault: (fault: S3Fault | null | ((request: string) => S3Fault | null)) => void;
  /** Sets the time of objects that are written. */
  setNow: (now: () => Date) => void;
  close: () => Promise<void>;
};

/** The credentials that the server accepts, as environment variables of the AWS SDK. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: "test-secret-key" };

/** Starts a server with the operations of S3 that the store uses, in one bucket, which can fail. A list has pages of three. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let getFault: (request: string) => S3Fault | null = () => null;
  let now = () => new Date();
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const content = await buffer(request);
    const url = new URL(request.url ?? "", "http://s3.test");
    const [, bucket = "", ...segments] = decodeURIComponent(url.pathname).split("/");
    const key = segments.join("/");
    const description = `${request.method} ${key || `list ${url.searchParams.get("prefix")}`}`;
    requests.push(description);
    const fault = getFault(description);
    if (fault === "silence") return null;
    if (fault === "disconnect") return response.destroy();
    if (typeof fault === "number") return sendError(response, fault, "Fault");
    if (!request.headers.authorization?.includes(`Credential=${ACCESS_KEY}/`))
      return sendError(response, 403, "InvalidAccessKeyId");
    if (bucket !== BUCKET) return sendError(response, 404, "NoSuchBucket");
    const hash = request.headers["x-amz-content-sha256"];
    if (hash !== "UNSIGNED-PAYLOAD" && hash !== createHash("sha256").update(content).digest("hex"))
      return sendError(response, 400, "XAmzContentSHA256Mismatch");
    if (key === "") return sendList(response, url.searchParams);
    if (request.method === "PUT") objects.set(key, { content, modifiedAt: now() });
    if (request.method === "DELETE") objects.delete(key);
    if (request.method === "PUT" || request.method === "DELETE") return response.writeHead(200).end();
    const object = objects.get(key);
    if (!object) return sendError(response, 404, "NoSuchKey");
    const headers = { "content-length": object.content.length, "last-modified": object.modifiedAt.toUTCString() };
    response.writeHead(200, headers);
    if (request.method === "HEAD") return response.end();
    if (fault === null) return response.end(object.content);
    if (fault === "trickle") return trickle(response, object.content);
    response.write(object.content.subarray(0, object.content.length / 2));
    return fault === "disconnect_halfway" && setImmediate(() => response.destroy());
  }

  function sendList(response: ServerResponse, query: URLSearchParams): ServerResponse {
    const [prefix, after] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
    const found = [...objects]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const page = found.slice(0, PAGE_SIZE);
    const contents = page.map(
      ([key, { content }]) => `<Contents><Key>${key}</Key><Size>${content.length}</Size></Contents>`,
    );
    const isTruncated = found.length > page.length;
    const token = isTruncated ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
    response.writeHead(200, { "content-type": "application/xml" });
    return response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join("")}</ListBucketResult>`,
    );
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    config: { bucket: BUCKET, endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", prefix: "shop/", cacheMb: 1 },
    objects,
    requests,
    setFault: (fault) => {
      requests.length = 0;
      getFault = typeof fault === "function" ? fault : () => fault;
    },
    setNow: (value) => {
      now = value;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function trickle(response: ServerResponse, content: Buffer): Promise<void> {
  for (const byte of content) {
    response.write(Buffer.of(byte));
    await setTimeout(100);
  }
  response.end();
}

function sendError(response: ServerResponse, status: number, code: string): ServerResponse {
  response.writeHead(status, { "content-type": "application/xml" });
  return response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret: ${ACCESS_KEY}</Message></Error>`,
  );
}
