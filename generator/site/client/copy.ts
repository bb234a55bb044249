/** A button beside everything that is marked with `data-copy`. */
import { element } from "./dom.ts";

export function addCopyButtons(root: ParentNode = document): void {
  for (const marked of root.querySelectorAll("[data-copy]")) {
    const button = element("button", { type: "button", class: "copy" }, "Copy");
    button.addEventListener("click", () => void copy(marked.textContent ?? "", button));
    marked.after(" ", button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.trim());
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  window.setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}
