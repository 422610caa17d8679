import { isDemo } from "../../api/src/content/settings.ts";
import type { AppContext } from "../../api/src/platform/http/endpoint.ts";
import { getSetting } from "../../api/src/platform/settings/settings.ts";
import { allowsDemoSignIn, createDemoLink } from "../../api/src/staff/demo-sign-in.ts";
import { notifyDemoOwner } from "./seed-notifications.ts";

const demoOwner = { email: "owner@demo.example", name: "Анна Савельева", locale: "ru-RU" } as const;

/**
 * Creates a link that signs the owner of a demonstration in once.
 * @returns null if this is no demonstration, or one that others can reach
 */
export async function createDemoOwnerLink(app: AppContext): Promise<string | null> {
  if (app.config.adminUrl === undefined || !allowsDemoSignIn(app.config)) return null;
  if (!(await getSetting(app.db, isDemo))) return null;
  const link = await createDemoLink(app, demoOwner);
  await notifyDemoOwner(app.db, demoOwner.email);
  return link;
}
