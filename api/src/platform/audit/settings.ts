import { z } from "zod";
import { setting } from "../settings/settings.ts";

/** How long audit entries are kept, in months; whole months are deleted. */
export const auditRetentionMonths = setting("audit.retention_months", z.number().int().min(12).max(1200), 36);
