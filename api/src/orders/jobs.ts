import type { Job } from "../platform/jobs.ts";
import { sendCertificates } from "./service.ts";

export const jobs: readonly Job[] = [{ name: "orders.certificates", schedule: "*/5 * * * *", work: sendCertificates }];
