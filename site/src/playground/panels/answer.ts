import { useEffect, useState } from "preact/hooks";

/** The result of a request about texts. The previous result is shown until a new one arrives. */
export function useAnswer<Answer>(
  ask: () => Promise<Answer>,
  about: readonly unknown[],
): Answer | { readonly refusal: string } | undefined {
  const [answer, setAnswer] = useState<Answer | { readonly refusal: string }>();
  useEffect(() => {
    let isOutdated = false;
    const show = (it: Answer | { readonly refusal: string }) => {
      if (!isOutdated) setAnswer(() => it);
    };
    ask().then(show, (error: Error) => show({ refusal: error.message }));
    return () => {
      isOutdated = true;
    };
  }, about);
  return answer;
}
