import type { ImportProfiles } from "@furoshiki/api/admin/imports";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { UploadForm } from "../imports/upload-form.tsx";
import type { Route } from "./+types/import-new.page";

/** Only checks that the person may import. */
export async function loader({ context }: Route.LoaderArgs) {
  await getRequestContext({ context }).load<ImportProfiles>("import-profiles");
  return null;
}

export default function ImportNewPage() {
  return <UploadForm />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "imports.new");
