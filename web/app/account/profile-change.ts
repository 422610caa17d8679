import type { ProfileRequest, User } from "@furoshiki/api/account";

/**
 * What a profile form changes: only what differs is sent, so that a short name of long ago does not stand in the
 * way of a birthday. An emptied field is told as null.
 */
export function profileChange(
  user: Pick<User, "name" | "surname" | "gender" | "birthday" | "newsletter">,
  typed: Record<string, string>,
  newsletter: boolean,
): ProfileRequest {
  const text = (name: "surname" | "gender" | "birthday") => typed[name]?.trim() || null;
  const name = typed["name"]?.trim() ?? "";
  const [surname, gender, birthday] = [text("surname"), text("gender"), text("birthday")];
  return {
    ...(name === user.name ? {} : { name }),
    ...(surname === user.surname ? {} : { surname }),
    // The API says what it takes.
    ...(gender === user.gender ? {} : { gender: gender as User["gender"] }),
    ...(birthday === user.birthday ? {} : { birthday }),
    ...(newsletter === user.newsletter ? {} : { newsletter }),
  };
}
