import type { MentionableStaff } from "@furoshiki/api/admin/staff/notifications";

let colleagues: Promise<MentionableStaff> | undefined;

/** Returns the staff whom a note can mention, loaded once; nobody if they cannot be loaded. */
export async function loadColleagues(): Promise<MentionableStaff> {
  colleagues ??= fetchColleagues().catch(() => {
    colleagues = undefined;
    return [];
  });
  return colleagues;
}

async function fetchColleagues(): Promise<MentionableStaff> {
  const response = await fetch("/v1/admin/mentionable-staff");
  if (!response.ok) return [];
  return ((await response.json()) as { data: MentionableStaff }).data;
}
