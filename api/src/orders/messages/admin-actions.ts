import { adminAction } from "../../staff/admin-action.ts";
import { orderParams } from "../admin-schema.ts";
import { lockOrderAndGetStatus } from "../status/transition-order.ts";
import { closeMessagesRequest, reopenMessagesRequest } from "./admin-schema.ts";
import { answerMessages, reopenMessages } from "./sql.ts";

const noStepUp = () => false;
const order = ({ id }: { id: number }) => ({ kind: "order", id });

/** Says that the messages of the customer that wait need no answer. An answer is a note for the customer. */
export const closeMessages = adminAction({
  name: "order.messages_closed",
  permission: "orders:edit",
  params: orderParams,
  input: closeMessagesRequest,
  subject: order,
  stepUp: noStepUp,
  run: async (tx, { id }, _input, { now }) => {
    await lockOrderAndGetStatus(tx, id);
    const noteIds = await answerMessages(tx, id, { answerId: null, now });
    const changes = [{ field: "messages", from: "waiting", to: "closed" }];
    return { result: { note_ids: noteIds }, changes: noteIds.length > 0 ? changes : null };
  },
  inverse: ({ params, result }) => ({
    action: "order.messages_reopened",
    params,
    input: { note_ids: result.note_ids },
  }),
});

/** Lets messages wait for an answer again that needed none. */
export const reopenClosedMessages = adminAction({
  name: "order.messages_reopened",
  permission: "orders:edit",
  params: orderParams,
  input: reopenMessagesRequest,
  subject: order,
  stepUp: noStepUp,
  run: async (tx, { id }, { note_ids }) => {
    await lockOrderAndGetStatus(tx, id);
    const noteIds = await reopenMessages(tx, id, note_ids);
    const changes = [{ field: "messages", from: "closed", to: "waiting" }];
    return { result: { note_ids: noteIds }, changes: noteIds.length > 0 ? changes : null };
  },
  inverse: null,
});
