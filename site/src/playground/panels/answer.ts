import { useEffect, useState } from "preact/hooks";

type Result<Answer> = Answer | { readonly refusal: string } | undefined;

/** The result of a request about texts, null if they have changed. The previous result is shown until a new one arrives. */
export function useAnswer<Answer>(
  ask: () => Promise<Answer | null>,
  about: readonly unknown[],
): Result<Answer> {
  return useAnswerAbout(ask, about)?.answer;
}

/** For claims: undefined from the first change of a text until the result of the new one. */
export function useCurrentAnswer<Answer>(
  ask: () => Promise<Answer | null>,
  about: readonly unknown[],
  isEdited: boolean,
): Result<Answer> {
  const found = useAnswerAbout(ask, about);
  const isCurrent = !isEdited && found?.about.every((it, at) => it === about[at]);
  return isCurrent ? found?.answer : undefined;
}

function useAnswerAbout<Answer>(
  ask: () => Promise<Answer | null>,
  about: readonly unknown[],
): { readonly answer: Result<Answer>; readonly about: readonly unknown[] } | undefined {
  const [answer, setAnswer] = useState<ReturnType<typeof useAnswerAbout<Answer>>>();
  useEffect(() => {
    let isOutdated = false;
    const show = (it: Answer | { readonly refusal: string } | null) => {
      if (it && !isOutdated) setAnswer({ answer: it, about });
    };
    ask().then(show, (error: Error) => show({ refusal: error.message }));
    return () => {
      isOutdated = true;
    };
  }, about);
  return answer;
}
