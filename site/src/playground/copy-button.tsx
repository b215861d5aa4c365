import { useEffect, useState } from "preact/hooks";
import { copiedFor, copyText } from "../copy/clipboard.ts";

/** Copies a text, and says so for a moment. */
export function CopyButton({ label = "Copy", text }: { label?: string; text(): string }) {
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), copiedFor);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => setResult((await copyText(text())) ? "Copied" : "Not allowed");
  return (
    <button type="button" aria-live="polite" onClick={() => void copy()}>
      {result ?? label}
    </button>
  );
}
