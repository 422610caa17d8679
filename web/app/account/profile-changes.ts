import type { ProfileRequest, User } from "@furoshiki/api/account";

/**
 * Returns the changed fields of the profile form. Unchanged fields are left out, so that an old name that is too short
 * by today's rules does not block another change. An emptied field is null.
 */
export function getProfileChanges(
  user: Pick<User, "name" | "surname" | "gender" | "birthday" | "newsletter">,
  formValues: Record<string, string>,
  newsletter: boolean,
): ProfileRequest {
  const getText = (name: "surname" | "gender" | "birthday") => formValues[name]?.trim() || null;
  const name = formValues["name"]?.trim() ?? "";
  const [surname, gender, birthday] = [getText("surname"), getText("gender"), getText("birthday")];
  return {
    ...(name === user.name ? {} : { name }),
    ...(surname === user.surname ? {} : { surname }),
    // The API validates the value.
    ...(gender === user.gender ? {} : { gender: gender as User["gender"] }),
    ...(birthday === user.birthday ? {} : { birthday }),
    ...(newsletter === user.newsletter ? {} : { newsletter }),
  };
}
