import type { MessageListener } from "./pub-sub.ts";

type Subscriber = { onMessage: MessageListener; onClose: () => void };

/** The subscribers of the process by topic. */
export class Subscriptions {
  readonly #subscribersByTopic = new Map<string, Set<Subscriber>>();

  get isEmpty(): boolean {
    return this.#subscribersByTopic.size === 0;
  }

  /** @returns a function that removes the subscriber */
  add(topic: string, subscriber: Subscriber): () => void {
    const subscribers = this.#subscribersByTopic.get(topic) ?? new Set();
    this.#subscribersByTopic.set(topic, subscribers.add(subscriber));
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0 && this.#subscribersByTopic.get(topic) === subscribers)
        this.#subscribersByTopic.delete(topic);
    };
  }

  /** @param payload a topic, and after a space the content, if there is any */
  notify(payload: string): void {
    const [topic = "", ...words] = payload.split(" ");
    this.#notifyTopic(topic, words.join(" "));
  }

  /** Tells all subscribers that messages may have been missed. */
  notifyAll(): void {
    for (const topic of this.#subscribersByTopic.keys()) this.#notifyTopic(topic, null);
  }

  close(): void {
    const allSubscribers = [...this.#subscribersByTopic.values()].flatMap((subscribers) => [...subscribers]);
    for (const { onClose } of allSubscribers) onClose();
    this.#subscribersByTopic.clear();
  }

  #notifyTopic(topic: string, content: string | null): void {
    for (const { onMessage } of this.#subscribersByTopic.get(topic) ?? []) onMessage(content);
  }
}
