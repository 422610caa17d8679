import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { addAbortSignal, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type * as Sdk from "@aws-sdk/client-s3";
import { type FileStats, type FileStorage, StorageUnavailableError, type StoredFile } from "./file-storage.ts";
import type { S3Config } from "./s3-config.ts";

/** Limits of time in milliseconds, and of attempts. */
export type S3Limits = Readonly<{
  connectMs: number;
  /** Without any byte from the server. */
  idleMs: number;
  /** For a call with all its attempts. */
  callMs: number;
  /** For a call that sends or receives the content of a file. */
  transferMs: number;
  attempts: number;
}>;

const DEFAULT_LIMITS: S3Limits = { connectMs: 2000, idleMs: 5000, callMs: 10_000, transferMs: 60_000, attempts: 3 };
/** Timeout, and too many requests. */
const TEMPORARY_STATUSES = new Set([408, 429]);
/** How often a file is read again if the connection breaks after the response has begun. */
const READ_ATTEMPTS = 2;

type Bucket = Readonly<{ sdk: typeof Sdk; client: Sdk.S3Client; name: string; prefix: string; limits: S3Limits }>;

/**
 * Opens a bucket of S3 or of a storage with the same API. Credentials come from the environment, as the AWS SDK finds
 * them. The SDK needs 20 MB of memory, so it is loaded only if there is a bucket.
 */
export async function openS3Storage(config: S3Config, limits: S3Limits = DEFAULT_LIMITS): Promise<FileStorage> {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region: config.region,
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    maxAttempts: limits.attempts,
    // Other storages than S3 do not know the checksums that the SDK adds otherwise. The signature covers the content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Errors are thrown, and logged by those who know what they mean.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: limits.connectMs, socketTimeout: limits.idleMs },
  });
  const { prefix } = config;
  const bucket: Bucket = { sdk, client, name: config.bucket, prefix, limits };
  return {
    location: `s3://${config.bucket}/${prefix}${config.endpoint === undefined ? "" : ` at ${config.endpoint}`}`,
    getLocalPath: () => null,
    read: (path) => readObject(bucket, path),
    openStream: async (path) => {
      const object = await getObject(bucket, path);
      return object && Readable.from(readChunks(object.body), { objectMode: false });
    },
    stat: (path) => getObjectStats(bucket, path),
    write: async (path, content) => {
      const command = new sdk.PutObjectCommand({ ...locate(bucket, path), Body: content });
      await call(limits.transferMs, (options) => client.send(command, options));
    },
    writeFromFile: async (path, localPath) => {
      const { size } = await stat(localPath);
      const body = createReadStream(localPath);
      const command = new sdk.PutObjectCommand({ ...locate(bucket, path), Body: body, ContentLength: size });
      try {
        await call(limits.transferMs, (options) => client.send(command, options));
      } finally {
        body.destroy();
      }
    },
    delete: async (path) => {
      const command = new sdk.DeleteObjectCommand(locate(bucket, path));
      await call(limits.callMs, (options) => client.send(command, options));
    },
    list: (folder) => listObjects(bucket, folder),
  };
}

function ignore(): void {}

const locate = ({ name, prefix }: Bucket, path: string) => ({ Bucket: name, Key: prefix + path });

/**
 * Runs a call with a limit of time, which ends with the call: the signal would also end the transfer of the content that a
 * response has.
 * @throws StorageUnavailableError for every error
 */
async function call<T>(timeoutMs: number, send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("the storage takes too long", "TimeoutError")),
    timeoutMs,
  );
  try {
    return await send({ abortSignal: controller.signal });
  } catch (error) {
    throw toStorageError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a call like `call`. @returns null if there is no such object */
async function callOrNull<T>(
  timeoutMs: number,
  send: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T | null> {
  return call(timeoutMs, (options) =>
    send(options).catch((error: unknown) => {
      // A missing bucket is no missing file. The response to HEAD has no code to tell them apart.
      if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return null;
      throw error;
    }),
  );
}

/** Begins to read an object, whose content has a limit of time of its own. */
async function getObject(bucket: Bucket, path: string): Promise<{ body: Readable; size: number | undefined } | null> {
  const { sdk, client, limits } = bucket;
  const command = new sdk.GetObjectCommand(locate(bucket, path));
  const output: Sdk.GetObjectCommandOutput | null = await callOrNull(limits.callMs, (options) =>
    client.send(command, options),
  );
  if (output === null) return null;
  const body = addAbortSignal(AbortSignal.timeout(limits.transferMs), output.Body as Readable);
  return { body, size: output.ContentLength };
}

async function readObject(bucket: Bucket, path: string): Promise<Buffer<ArrayBuffer> | null> {
  for (let attempt = 1; ; attempt++) {
    const object = await getObject(bucket, path);
    if (object === null) return null;
    try {
      const content = await buffer(object.body);
      if (object.size !== undefined && content.length !== object.size) throw new Error("incomplete response");
      return content;
    } catch (error) {
      // The SDK does not repeat a request whose response has begun.
      if (attempt >= READ_ATTEMPTS) throw toStorageError(error);
    }
  }
}

/** @throws StorageUnavailableError if the connection breaks */
async function* readChunks(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (error) {
    throw toStorageError(error);
  }
}

async function getObjectStats(bucket: Bucket, path: string): Promise<FileStats | null> {
  const { sdk, client, limits } = bucket;
  const command = new sdk.HeadObjectCommand(locate(bucket, path));
  const output = await callOrNull(limits.callMs, (options) => client.send(command, options));
  return output && { size: output.ContentLength ?? 0, modifiedAt: output.LastModified ?? new Date(0) };
}

async function* listObjects(
  { sdk, client, name, prefix, limits }: Bucket,
  folder: string,
): AsyncGenerator<StoredFile, void> {
  let token: string | undefined;
  do {
    const command = new sdk.ListObjectsV2Command({
      ...{ Bucket: name, Prefix: `${prefix}${folder}/` },
      ...(token === undefined ? {} : { ContinuationToken: token }),
    });
    const page = await call(limits.callMs, (options) => client.send(command, options));
    for (const { Key: key, Size: size = 0 } of page.Contents ?? [])
      if (key !== undefined) yield { path: key.slice(prefix.length), size };
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Describes an error by its code and status: messages of a storage may repeat what was sent. */
function toStorageError(error: unknown): StorageUnavailableError {
  if (!(error instanceof Error)) return new StorageUnavailableError("unknown error");
  if (error.name === "CredentialsProviderError")
    return new StorageUnavailableError("no credentials, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", {
      needsOperator: true,
    });
  const { code, $metadata: metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  const reason = code ?? (error.name === "Error" ? error.message : error.name);
  const status = metadata?.httpStatusCode;
  if (status === undefined) return new StorageUnavailableError(reason);
  // S3 redirects to the region of a bucket, which S3_REGION must name.
  const needsOperator = status >= 300 && status < 500 && !TEMPORARY_STATUSES.has(status);
  // A response to HEAD has no code.
  const message = reason === "Unknown" ? `status ${status}` : `${reason}, status ${status}`;
  return new StorageUnavailableError(message, { needsOperator });
}
