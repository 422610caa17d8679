import { useEffect, useRef, useState } from "react";
import type { AddedPicture } from "@furoshiki/api/admin/catalog-admin/pictures";
import { MAX_PICTURE_BYTES, uploadPicture } from "./picture-api.ts";

/** A file that is being uploaded, or that could not be. */
export type Upload = Readonly<{
  id: number;
  name: string;
  /** The part that has been sent, from 0 to 1. */
  progress: number;
  /** Why it failed: a message of the API, `too_large` or `lost`; null while it is being uploaded. */
  failure: { message: string } | "too_large" | "lost" | null;
}>;

/** Uploads files one after the other, so that the pictures keep their order. @param onUploaded called with each picture */
export function useUploads(onUploaded: (picture: AddedPicture) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<{ id: number; file: File }[]>([]);
  const isWorking = useRef(false);
  const nextId = useRef(0);
  const page = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    page.current = controller;
    return () => controller.abort();
  }, []);
  const update = (id: number, change: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const dismiss = (id: number) => setUploads((list) => list.filter((one) => one.id !== id));

  const upload = async ({ id, file }: { id: number; file: File }, signal: AbortSignal) => {
    const onProgress = (progress: number) => update(id, { progress });
    const outcome = await uploadPicture(file, { onProgress, signal });
    if (signal.aborted) return;
    if ("picture" in outcome) {
      dismiss(id);
      onUploaded(outcome.picture);
    } else update(id, { failure: outcome.message === null ? "lost" : { message: outcome.message } });
  };
  const work = async () => {
    const signal = page.current?.signal;
    if (!signal || isWorking.current) return;
    isWorking.current = true;
    for (let next = queue.current.shift(); next && !signal.aborted; next = queue.current.shift())
      await upload(next, signal);
    isWorking.current = false;
  };
  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const id = nextId.current++;
      const failure = file.size > MAX_PICTURE_BYTES ? "too_large" : null;
      setUploads((list) => [...list, { id, name: file.name, progress: 0, failure }]);
      if (failure) continue;
      queue.current.push({ id, file });
      void work();
    }
  };
  return { uploads, add, dismiss };
}
