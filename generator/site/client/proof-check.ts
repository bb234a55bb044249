/** Checks the proof of a price in the browser, with its own SHA-256. */
import { findProofFault, type RowProof } from "../../../build/facts/verify-proof.ts";
import { getRequiredElement, NETWORK_ERROR_TEXT } from "./dom.ts";

const form = getRequiredElement("#proof-check", HTMLFormElement);
const output = getRequiredElement("output", HTMLOutputElement, form);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check();
});

async function check(): Promise<void> {
  const query = new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) => (value === "" ? [] : [[name, `${value}`]])),
  );
  output.textContent = "…";
  try {
    const response = await fetch(`/api/v1/proof/price?${query}`);
    const answer = await response.json();
    output.textContent = response.ok ? await describe(answer) : answer.detail;
  } catch {
    output.textContent = NETWORK_ERROR_TEXT;
  }
}

async function describe(proof: RowProof): Promise<string> {
  const fault = await findProofFault(proof);
  if (fault !== null) return `Not verified: ${fault}.`;
  return `Verified in this browser: row ${proof.index + 1} of ${proof.size}, ${proof.path.length} hashes to the root ${proof.root} of ${proof.day}.\n\n${proof.text}`;
}
