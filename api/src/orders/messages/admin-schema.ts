import { z } from "zod";
import { orderParams } from "../admin-schema.ts";

export const messagePhotoParams = orderParams.extend({ photo: z.uuid() });

export const closeMessagesRequest = z.strictObject({}).meta({ id: "CloseOrderMessagesRequest" });

const ids = z.array(z.int().min(1).max(2_147_483_647)).min(1).max(500);
export const reopenMessagesRequest = z.strictObject({ note_ids: ids }).meta({ id: "ReopenOrderMessagesRequest" });

export const changedMessages = z.object({ note_ids: z.array(z.int()) }).meta({ id: "ChangedOrderMessages" });
