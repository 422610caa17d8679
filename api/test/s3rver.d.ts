declare module "@20minutes/s3rver" {
  import type { AddressInfo } from "node:net";

  /** A server with the protocol of S3 that keeps its objects in a folder. It accepts the credentials S3RVER and S3RVER. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      allowMismatchedSignatures: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
