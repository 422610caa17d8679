/**
 * Streams generated text or bytes. A part is generated when the client reads it: nothing is generated, and nothing opened,
 * for a response that is never read, such as to HEAD or to a client that has disconnected.
 */
export function toByteStream(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      },
      cancel: async () => {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
