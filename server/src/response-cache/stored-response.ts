import { createHash } from "node:crypto";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { Encoding } from "../../../api/src/platform/http/content-encoding.ts";

/** Larger bodies are decompressed for the few clients that accept no encoding. */
const MAX_UNCOMPRESSED_BYTES = 32_768;
const { constants } = zlib;
/**
 * Compressors reserve memory for bodies of many megabytes unless they know how large a body is. The garbage collector
 * counts that memory, and then collects the whole heap every ten pages, which costs more than rendering them.
 */
const compressZstd = promisify((body: Buffer, done: zlib.CompressCallback) =>
  zlib.zstdCompress(
    body,
    { params: { [constants.ZSTD_c_compressionLevel]: 6 }, pledgedSrcSize: body.byteLength },
    done,
  ),
);
const brotliWindow = { [constants.BROTLI_PARAM_LGWIN]: 18 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, ...brotliWindow } };
/** As slow as rendering the page several times, and a sixth smaller than zstd. */
const compressSmallest = promisify((body: Buffer, done: zlib.CompressCallback) =>
  zlib.brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10, ...brotliWindow } }, done),
);
/**
 * Copies a compressed body into memory of its own: what zlib returns is a part of a larger block, of which a small body
 * would keep 16 KB.
 */
function copyBody(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.byteLength);
  body.copy(copy);
  return copy;
}
const decompressZstd = promisify((body: Buffer, done: zlib.CompressCallback) => zlib.zstdDecompress(body, done));
const compressors: Readonly<Record<Exclude<Encoding, "zstd">, (body: Buffer) => Promise<Buffer>>> = {
  br: promisify((body: Buffer, done: zlib.CompressCallback) => zlib.brotliCompress(body, brotliOptions, done)),
  gzip: promisify((body: Buffer, done: zlib.CompressCallback) => zlib.gzip(body, { level: 6 }, done)),
};

/** A response that was served this often is compressed as far as possible. */
const MIN_HITS = 3;
/** A smaller one is sent in one packet already. */
const MIN_BYTES = 1400;
/** Whether one is being compressed as far as possible: never two at once, so that pages being made get the processors. */
let isCompressing = false;

/** Headers of the connection or of one response, and those that depend on the encoding of the body. */
const unstoredHeaders = new Set([
  ...["connection", "content-encoding", "content-length", "date", "etag", "keep-alive", "transfer-encoding"],
  ...["set-cookie", "x-request-id"],
]);

type ResponseHead = Readonly<{ fields: readonly string[]; etag: string; route: string | null }>;
export type ResponseParts = Readonly<{ head: ResponseHead; zstd: Buffer }>;

/**
 * A response as it is stored: compressed with zstd, and a small one uncompressed too. Other encodings are made when they
 * are first asked for, and the smallest one when the response was served often.
 */
export class StoredResponse {
  /** Names and values of the headers in turn, as `writeHead` takes them. */
  readonly fields: readonly string[];
  readonly etag: string;
  /** The template of the route, for metrics of later requests; null if none is known. */
  readonly route: string | null;
  readonly #bodies: Map<Encoding | null, Buffer>;
  readonly #pending = new Map<Encoding, Promise<Buffer>>();
  #hits = 0;
  #encodings: readonly Encoding[] = ["zstd", "br", "gzip"];

  private constructor({ fields, etag, route }: ResponseHead, zstd: Buffer, uncompressed?: Buffer) {
    this.fields = fields;
    this.etag = etag;
    this.route = route;
    this.#bodies = new Map([["zstd", zstd]]);
    if (uncompressed && uncompressed.byteLength <= MAX_UNCOMPRESSED_BYTES) this.#bodies.set(null, uncompressed);
  }

  static async create(headers: Headers, body: Buffer, route: string | null = null): Promise<StoredResponse> {
    const fields = [...headers].filter(([name]) => !unstoredHeaders.has(name)).flat();
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    return new StoredResponse({ fields, etag: `W/"${hash}"`, route }, copyBody(await compressZstd(body)), body);
  }

  /** Creates a response from its parts (see `parts`). */
  static fromParts({ head, zstd }: ResponseParts): StoredResponse {
    return new StoredResponse(head, zstd);
  }

  /** What the response can be created from again, with the compressed body. */
  get parts(): ResponseParts {
    const zstd = this.#bodies.get("zstd");
    if (!zstd) throw new Error("a stored response has no body");
    return { head: { fields: this.fields, etag: this.etag, route: this.route }, zstd };
  }

  /** About how many bytes the response may need in memory, with every encoding. */
  get byteSize(): number {
    const [compressed = 0, uncompressed = 0] = [this.#bodies.get("zstd"), this.#bodies.get(null)].map(
      (body) => body?.byteLength ?? 0,
    );
    return 3 * compressed + uncompressed + 2000;
  }

  /** The encodings of the body, the one to prefer first. */
  get encodings(): readonly Encoding[] {
    return this.#encodings;
  }

  /**
   * Notes that the response was served again to a client that accepts Brotli. One that is served often is compressed in the background with Brotli as far
   * as possible, unless another one is; then the next request does so.
   */
  countHit(): void {
    this.#hits++;
    if (this.#hits < MIN_HITS || isCompressing || this.#encodings[0] === "br") return;
    if (this.parts.zstd.byteLength < MIN_BYTES) return;
    isCompressing = true;
    // Without the smaller body, the response is served as before.
    void this.#compressSmallest()
      .catch(() => undefined)
      .finally(() => {
        isCompressing = false;
      });
  }

  async #compressSmallest(): Promise<void> {
    const body = copyBody(await compressSmallest(await decompressZstd(this.parts.zstd)));
    this.#bodies.set("br", body);
    this.#encodings = ["br", "zstd", "gzip"];
  }

  /** Returns the body in an encoding if it is there already. */
  findBody(encoding: Encoding | null): Buffer | undefined {
    return this.#bodies.get(encoding);
  }

  /** Returns the body in an encoding; null for none. */
  async getBody(encoding: Encoding | null): Promise<Buffer> {
    const existing = this.findBody(encoding);
    if (existing) return existing;
    const { zstd } = this.parts;
    if (encoding === null || encoding === "zstd") return decompressZstd(zstd);
    const pending = this.#pending.get(encoding) ?? this.#compress(zstd, encoding);
    this.#pending.set(encoding, pending);
    return pending;
  }

  async #compress(zstd: Buffer, encoding: Exclude<Encoding, "zstd">): Promise<Buffer> {
    try {
      const body = copyBody(await compressors[encoding](await decompressZstd(zstd)));
      // A smaller one may have been made meanwhile.
      if (!this.#bodies.has(encoding)) this.#bodies.set(encoding, body);
      return body;
    } finally {
      this.#pending.delete(encoding);
    }
  }
}
