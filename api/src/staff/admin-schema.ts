import { z } from "zod";
import { permissions } from "./permissions.ts";

/** The refusals of the staff module. */
export const refusals = {
  login_failed: 401,
  second_factor_required: 401,
  csrf_failed: 403,
  forbidden: 403,
  step_up_required: 403,
  step_up_not_possible: 403,
  permission_not_held: 403,
  session_not_found: 404,
  staff_exists: 409,
  own_role: 409,
  state_changed: 409,
  last_owner: 409,
  approval_pending: 409,
  invitation_expired: 410,
  sign_in_link_expired: 410,
  weak_password: 422,
  wrong_code: 422,
} as const;

const locale = z.enum(["ru-RU", "en-US"]);
const MIN_PASSWORD_LENGTH = 12;
/** Bounds the work of the hash. */
const MAX_PASSWORD_LENGTH = 200;
const code = z.string().trim().min(1, "required").max(60, "wrongCode");

export const signInRequest = z
  .object({
    email: z.string().trim().toLowerCase().min(1, "required").max(254, "invalid"),
    password: z.string().min(1, "required").max(MAX_PASSWORD_LENGTH, "too_big"),
  })
  .meta({ id: "StaffSignInRequest" });

export const demoSignInRequest = z.object({ token: z.string().min(1).max(100) }).meta({ id: "DemoSignInRequest" });

export const codeRequest = z
  .object({ code })
  .meta({ id: "StaffCodeRequest", description: "The six-digit code of the authenticator app" });

/** A key for the authenticator app, shown only once. */
export const authenticatorKey = z
  .object({
    /** In base32, for manual entry. */
    key: z.string(),
    /** `otpauth://…` URI, for the QR code. */
    otpauth_uri: z.string(),
  })
  .meta({ id: "AuthenticatorKey" });
export type AuthenticatorKey = z.infer<typeof authenticatorKey>;

export const sessionLevel = z.enum(["password", "full"]);

/** How far a sign-in is. */
export const signInState = z
  .object({
    /** `password`: the code of the authenticator follows. */
    level: sessionLevel,
    /** Set after a recovery code: the next code must be that of the new authenticator. */
    new_authenticator: authenticatorKey.nullable(),
  })
  .meta({ id: "SignInState" });
export type SignInState = z.infer<typeof signInState>;

export const stepUpResponse = z.object({ step_up_until: z.iso.datetime() }).meta({ id: "StepUp" });

/** How a recent code is entered. */
export const stepUpState = z
  .object({
    step_up_until: z.iso.datetime().nullable(),
    /** The current code of the owner of a demonstration, who has no authenticator; null for everybody else. */
    demo_code: z.string().nullable(),
  })
  .meta({ id: "StepUpState" });
export type StepUpState = z.infer<typeof stepUpState>;

export const staffMember = z
  .object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    role_key: z.string(),
    status: z.enum(["invited", "active", "disabled"]),
    last_seen_at: z.iso.datetime().nullable(),
    /** How many sessions are open. */
    sessions: z.int(),
  })
  .meta({ id: "StaffMember" });
export type StaffMember = z.infer<typeof staffMember>;
export const staffList = z
  .object({
    items: z.array(staffMember),
    /** Invitations that were not accepted yet. */
    invitations: z.array(
      z.object({
        email: z.string(),
        role_key: z.string(),
        /** The name of the person who has sent it; null if it was sent on the command line. */
        invited_by: z.string().nullable(),
        expires_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "StaffList" });
export type StaffList = z.infer<typeof staffList>;

export const inviteStaffRequest = z
  .object({
    email: z.email("invalid").max(254, "invalid").toLowerCase(),
    role_key: z.string().min(1, "required").max(40, "invalid"),
  })
  .meta({ id: "InviteStaffRequest" });
/** The email of an open invitation. */
export const invitationParams = z.object({ email: z.email("invalid").max(254, "invalid").toLowerCase() });
/** The link is shown once, to be passed on if the email does not arrive. */
export const invitedStaff = z.object({ email: z.string(), url: z.string() }).meta({ id: "InvitedStaff" });

/** The role that the editor saw, and the new one. */
export const changeRoleRequest = z
  .object({ from: z.string().max(40, "invalid"), to: z.string().min(1, "required").max(40, "invalid") })
  .meta({ id: "ChangeRoleRequest" });
export const noInput = z.object({}).meta({ id: "NoInput" });
export const withdrawnInvitation = z.object({ email: z.string() }).meta({ id: "WithdrawnInvitation" });
export const changedStaff = z.object({ id: z.int() }).meta({ id: "ChangedStaff" });
/** A recovery code that is shown once, to be given to the person. */
export const resetSecondFactorResult = z.object({ recovery_code: z.string() }).meta({ id: "SecondFactorReset" });

/** The token of a link. */
export const tokenParams = z.object({ token: z.string().min(1).max(100) });

export const invitation = z
  .object({
    email: z.string(),
    /** In the language of the request. */
    role_name: z.string(),
    expires_at: z.iso.datetime(),
    /** What comes next: name and password, or the code of the new authenticator. */
    step: z.enum(["password", "code"]),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;

export const acceptInvitationRequest = z
  .discriminatedUnion("step", [
    z.object({
      step: z.literal("password"),
      name: z.string().trim().min(1, "required").max(100, "too_big"),
      password: z.string().min(MIN_PASSWORD_LENGTH, "shortPassword").max(MAX_PASSWORD_LENGTH, "too_big"),
      locale,
    }),
    z.object({ step: z.literal("code"), code }),
  ])
  .meta({ id: "AcceptInvitationRequest" });

export const acceptedStep = z
  .object({
    /** After the password: the key for the authenticator app, whose code is the next step. */
    authenticator: authenticatorKey.nullable(),
    /** After the code, which completes the sign-in. They are shown only once. */
    recovery_codes: z.array(z.string()).nullable(),
  })
  .meta({ id: "AcceptedStep" });
export type AcceptedStep = z.infer<typeof acceptedStep>;

export const ownSession = z
  .object({
    id: z.string(),
    /** Such as `Chrome, Windows`; empty if the device is not recognized. */
    device: z.string(),
    ip: z.string(),
    signed_in_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: "StaffOwnSession" });
export type OwnSession = z.infer<typeof ownSession>;
export const ownSessionList = z.object({ items: z.array(ownSession) }).meta({ id: "StaffOwnSessionList" });
export const ownSessionParams = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/, "invalid") });

export const updateMeRequest = z.object({ locale }).meta({ id: "UpdateMeRequest" });

/** The signed-in person. */
export const me = z
  .object({
    staff: z.object({
      id: z.int(),
      email: z.string(),
      name: z.string(),
      locale,
      role_key: z.string(),
      role_name: z.string(),
    }),
    permissions: z.array(z.enum(permissions)),
    level: sessionLevel,
    /** Until then, actions that require a recent code are allowed. */
    step_up_until: z.iso.datetime().nullable(),
    locale,
    recovery_codes_left: z.int(),
    unread_notifications: z.int(),
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof me>;

/** An action that waits for a second person, or waited for one. Amounts in minor units. */
export const approval = z
  .object({
    id: z.int(),
    /** The name of the action, and the parameters of its path. */
    action: z.string(),
    params: z.record(z.string(), z.unknown()),
    subject: z.object({ kind: z.string(), id: z.string() }),
    amount_minor: z.int(),
    currency: z.string(),
    reason: z.string(),
    /** For colleagues; empty when the request has ended. */
    comment: z.string(),
    /** What the action would change, without personal values. */
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    requested_by: z.object({ id: z.int(), name: z.string() }),
    requested_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    status: z.enum(["pending", "approved", "rejected", "expired", "canceled"]),
    decided_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    decided_at: z.iso.datetime().nullable(),
    decision_reason: z.string(),
    /** Whether the caller has requested it, and so may cancel it. */
    is_own: z.boolean(),
    /** Whether the caller may approve or reject it. */
    can_decide: z.boolean(),
  })
  .meta({ id: "Approval" });
export type Approval = z.infer<typeof approval>;

/** The answer to a request that waits for a second person (status 202). */
export const requestedApproval = z.object({ approval }).meta({ id: "RequestedApproval" });
