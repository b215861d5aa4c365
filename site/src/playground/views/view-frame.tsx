import { useEffect, useRef } from "preact/hooks";

interface FrameProps<Sent> {
  readonly name: "lab" | "form" | "trace";
  readonly title: string;
  readonly isShown: boolean;
  /** Receives the function that posts to the view. */
  onPost(post: (message: unknown) => void): void;
  onMessage(message: Sent): void;
}

/** A page of the extension, in a frame. It is loaded at once and stays, so that it needs no network later. */
export function ViewFrame<Sent>({ name, title, isShown, onPost, onMessage }: FrameProps<Sent>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const receive = useRef(onMessage);
  receive.current = onMessage;
  useEffect(() => {
    onPost((message) => frame.current?.contentWindow?.postMessage(message, location.origin));
    const listen = ({ source, origin, data }: MessageEvent<Sent>) => {
      if (origin === location.origin && source === frame.current?.contentWindow)
        receive.current(data);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  return <iframe ref={frame} class="view" src={`${name}.html`} title={title} hidden={!isShown} />;
}
