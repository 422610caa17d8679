import { z } from "zod";

/** The bucket in which the processes of a store share their files. */
export type S3Config = Readonly<{
  bucket: string;
  /** Undefined for AWS. */
  endpoint: string | undefined;
  region: string;
  /** Begins the key of every object: empty, or a path that ends with a slash. */
  prefix: string;
  /** How much memory a process may use for image sizes, in megabytes. */
  cacheMb: number;
}>;

/** The environment variables, in the form of `environmentVariables`. */
export const s3Variables = {
  S3_BUCKET: [
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    "the name of a bucket",
  ],
  S3_ENDPOINT: [
    z
      .url({ protocol: /^https?$/ })
      .refine((value) => URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ""))
      .transform((value) => new URL(value).origin)
      .optional(),
    "the http or https address of an S3-compatible storage, without a path",
  ],
  S3_REGION: [
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default("us-east-1"),
    "the name of a region",
  ],
  S3_PREFIX: [
    z
      .string()
      .regex(/^(?!\.{1,2}(?:\/|$))[\w.-]+(\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/)
      .optional(),
    "a path of letters, digits, dots, hyphens and underscores, such as shop/",
  ],
  S3_CACHE_MB: [z.coerce.number().int().min(0).max(100_000).default(64), "megabytes, 0 to 100000; 0 for no cache"],
} as const;

type S3Variables = { [K in keyof typeof s3Variables]: z.output<(typeof s3Variables)[K][0]> };

/** Returns the bucket that the variables name; undefined if the files are in DATA_DIR. */
export function getS3Config(vars: S3Variables): S3Config | undefined {
  if (vars.S3_BUCKET === undefined) return undefined;
  return {
    bucket: vars.S3_BUCKET,
    endpoint: vars.S3_ENDPOINT,
    region: vars.S3_REGION,
    prefix: vars.S3_PREFIX === undefined ? "" : `${vars.S3_PREFIX.replace(/\/$/, "")}/`,
    cacheMb: vars.S3_CACHE_MB,
  };
}
