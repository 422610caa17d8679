import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

type CborValue = string | number | Buffer | Map<string | number, CborValue>;

/** Encodes a value as CBOR (RFC 8949): integers, byte strings, texts and maps. */
function encodeCbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === "string") return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([encodeHead(5, value.size), ...entries]);
}

function encodeHead(majorType: number, size: number): Buffer {
  const type = majorType << 5;
  if (size < 24) return Buffer.from([type | size]);
  return size < 256 ? Buffer.from([type | 24, size]) : Buffer.from([type | 25, size >> 8, size & 255]);
}

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();

type Ceremony = {
  challenge: string;
  origin?: string;
  rpId?: string;
  /** Whether the authenticator has verified its user, by fingerprint, face or PIN. */
  isUserVerified?: boolean;
  /** What the authenticator reports instead of its own counter. */
  counter?: number;
};

/** An authenticator with one passkey (ES256), which makes and signs what a browser would send. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  #userHandle = "";
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#privateKey = privateKey;
    // The COSE key (RFC 9053): its type, algorithm, curve and coordinates.
    const key = new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
    ]);
    key.set(-2, Buffer.from(x, "base64url")).set(-3, Buffer.from(y, "base64url"));
    this.#publicKey = encodeCbor(key);
  }

  /** Makes the passkey. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, ceremony: Partial<Ceremony> = {}) {
    this.#userHandle = user.id;
    const idLength = Buffer.from([0, this.credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, this.#publicKey]);
    const authData = this.#createAuthenticatorData({ challenge, ...ceremony }, attested);
    const attestation = new Map<string, CborValue>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.#createCredential({
      clientDataJSON: this.#createClientData("webauthn.create", { challenge, ...ceremony }),
      attestationObject: encodeCbor(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Signs a challenge with the passkey. */
  get({ challenge }: { challenge: string }, ceremony: Partial<Ceremony> = {}) {
    const authData = this.#createAuthenticatorData({ challenge, ...ceremony });
    const clientDataJSON = this.#createClientData("webauthn.get", { challenge, ...ceremony });
    const signed = Buffer.concat([authData, hash(Buffer.from(clientDataJSON, "base64url"))]);
    return this.#createCredential({
      clientDataJSON,
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#privateKey).toString("base64url"),
      userHandle: this.#userHandle,
    });
  }

  #createCredential<Response extends object>(response: Response) {
    const id = this.credentialId.toString("base64url");
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #createClientData(type: string, { challenge, origin = this.#origin }: Ceremony): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
  }

  #createAuthenticatorData(ceremony: Ceremony, attested = Buffer.alloc(0)): Buffer {
    const { rpId = new URL(this.#origin).hostname, isUserVerified = true, counter = ++this.#counter } = ceremony;
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(counter);
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counterBytes, attested]);
  }
}
