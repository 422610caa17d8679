import { z } from "zod";

export const device = z
  .object({
    id: z.int(),
    /** Such as `Chrome, Windows`; empty if the device is not recognized. */
    name: z.string(),
    ip: z.string(),
    signed_in_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof device>;

export const deviceList = z.object({ items: z.array(device) }).meta({ id: "DeviceList" });
