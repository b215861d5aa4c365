import { useEffect, useState } from "preact/hooks";

/** The result of a request about texts, null if they have changed. The previous result is shown until a new one arrives. */
export function useAnswer<Answer>(
  ask: () => Promise<Answer | null>,
  about: readonly unknown[],
): Answer | { readonly refusal: string } | undefined {
  const [answer, setAnswer] = useState<Answer | { readonly refusal: string }>();
  useEffect(() => {
    let isOutdated = false;
    const show = (it: Answer | { readonly refusal: string } | null) => {
      if (it && !isOutdated) setAnswer(() => it);
    };
    ask().then(show, (error: Error) => show({ refusal: error.message }));
    return () => {
      isOutdated = true;
    };
  }, about);
  return answer;
}
