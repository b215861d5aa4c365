import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { comboboxOf, listSteps, mostOptions, OptionList } from "../shared/option-list.tsx";
import { type Choice, searchChoices } from "../shared/search.ts";

export interface ValueBoxProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isInvalid: boolean;
  readonly isNumber: boolean;
  /** Suggestions; any other text is accepted too. */
  readonly choices: readonly Choice[];
  /** A change of this number clears what was typed. */
  readonly turn: number;
  readonly onChoose: (value: string) => void;
  /** The typed text is changed, or given up. */
  readonly onEdit?: (() => void) | undefined;
  /** Returns whether it took the pasted text. */
  readonly onPaste?: ((text: string) => boolean) | undefined;
}

/**
 * A text box that writes exactly what was typed, on Enter and blur. A suggestion replaces it only if it was chosen with an arrow
 * key or a click. Escape restores the written value.
 */
export function ValueBox(props: ValueBoxProps) {
  const { label, value, placeholder, isInvalid, isNumber, choices, onEdit, onPaste } = props;
  const box = useTyped(props);
  const [isAsked, setAsked] = useState(false);
  const [active, setActive] = useState(-1);
  const id = useId();
  const found = isAsked ? searchChoices(choices, box.typed ?? "", mostOptions) : [];
  const isOpen = found.length > 0;

  const ask = (isShown: boolean) => {
    setAsked(isShown);
    setActive(-1);
  };
  const choose = (chosen: string) => {
    ask(false);
    box.write(chosen);
  };
  const enter = () => {
    const chosen = found[active];
    if (chosen) choose(chosen.value);
    else if (box.typed === undefined && value === "") choose("");
    else {
      ask(false);
      box.commit();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = choices.length > 0 && !event.altKey ? listSteps[event.key] : undefined;
    if (step !== undefined) {
      if (!isAsked) setAsked(true);
      setActive(Math.max(-1, Math.min((found.length || 1) - 1, active + step)));
    } else if (event.key === "Enter") enter();
    else if (event.key === "Escape" && (isOpen || box.typed !== undefined)) {
      ask(false);
      box.restore();
      onEdit?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const list = { id, label, isOpen, found, active };
  const input = (
    <input
      type="text"
      {...(choices.length > 0 ? comboboxOf(list) : { "aria-label": label })}
      aria-invalid={isInvalid}
      inputMode={isNumber ? "numeric" : "text"}
      placeholder={placeholder}
      spellcheck={false}
      value={box.typed ?? value}
      onInput={(event) => {
        box.type(event.currentTarget.value);
        onEdit?.();
        ask(true);
      }}
      onClick={() => !isAsked && ask(true)}
      onPaste={(event) => {
        if (onPaste?.(event.clipboardData?.getData("text") ?? "")) event.preventDefault();
      }}
      onBlur={({ relatedTarget }) => {
        ask(false);
        if (!isCancel(relatedTarget)) box.commit();
      }}
      onKeyDown={onKeyDown}
    />
  );
  if (choices.length === 0) return input;
  return (
    <div class="search-list">
      {input}
      <OptionList {...list} onChoose={choose} />
    </div>
  );
}

/** Whether the button that cancels a new row receives the focus: what was typed must not be written. */
function isCancel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-row="draft"] .buttons') !== null;
}

/** The typed text of a box, until the written value arrives. */
function useTyped({ value, turn, onChoose }: Pick<ValueBoxProps, "value" | "turn" | "onChoose">) {
  const [typed, setTyped] = useState<string>();
  const previous = useRef({ value, turn });
  // A layout effect runs before the next key press, so that text typed after the new value is rendered is kept.
  useLayoutEffect(() => {
    if (previous.current.value !== value || previous.current.turn !== turn) setTyped(undefined);
    previous.current = { value, turn };
  }, [value, turn]);
  /** The last written text, so that Enter and the following blur write it once. */
  const written = useRef<string | undefined>(undefined);
  const write = (text: string) => {
    written.current = text;
    setTyped(text);
    onChoose(text);
  };
  return {
    typed,
    write,
    type(text: string) {
      written.current = undefined;
      setTyped(text);
    },
    restore: () => setTyped(undefined),
    commit() {
      if (typed !== undefined && typed !== value && typed !== written.current) write(typed);
    },
  };
}
