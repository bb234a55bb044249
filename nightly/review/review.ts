/** What a person should look at in the published facts, as tables. */
import { load } from "../../generator/load.ts";
import { findingSection } from "./finding-section.ts";
import { FINE_TUNES, lookAlikeSection } from "./name-sections.ts";
import { QUESTIONS } from "./questions.ts";
import { splitTraitsSection } from "./report-sections.ts";
import { ask, type Section } from "./section.ts";

export interface Review {
  /** Newest day of the facts. */
  day: string;
  sections: Section[];
}

/**
 * @param reportFolder Where the last reading of the upstreams wrote its reports.
 * @throws FactsError with every fault of the folder.
 */
export async function review(dataFolder: string, reportFolder: string): Promise<Review> {
  const { catalog, snapshot } = await load({
    ...{ dataFolder, snapshotFile: null, baseUrl: undefined },
  });
  try {
    const sections: Section[] = [];
    for (const question of QUESTIONS) sections.push(await ask(snapshot.db, question));
    sections.push(await findingSection(snapshot.db, catalog.findings));
    sections.push(await lookAlikeSection(snapshot.db), await ask(snapshot.db, FINE_TUNES));
    sections.push(await splitTraitsSection(reportFolder));
    return { day: catalog.asOf, sections };
  } finally {
    snapshot.close();
  }
}
