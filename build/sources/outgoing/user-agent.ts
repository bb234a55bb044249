import type { StoredService } from "../../schema/service.ts";
import { toSlug } from "../../schema/values.ts";

/** `model-almanac (+https://…/contact)`: who asks and where to complain, if anywhere. */
export const toUserAgent = ({ name, contact_url }: Pick<StoredService, "name" | "contact_url">) =>
  contact_url === null ? toSlug(name) : `${toSlug(name)} (+${contact_url})`;
