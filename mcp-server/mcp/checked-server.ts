/** The SDK's server, which tells a client's mistake from a failure of ours. */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";

type WrapHandler = Server["_wrapHandler"];

export class CheckedServer extends Server {
  /**
   * The SDK answers "internal error" to parameters that its own schemas refuse. Handlers pass through `orFail`,
   * so whatever comes here and is no error of the protocol is such a refusal.
   */
  protected override _wrapHandler(
    method: Parameters<WrapHandler>[0],
    handler: Parameters<WrapHandler>[1],
  ): ReturnType<WrapHandler> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        const message = error instanceof Error ? error.message : String(error);
        const code = ProtocolErrorCode.InvalidParams;
        throw new ProtocolError(code, `Invalid ${method} request: ${message}`);
      }
    };
  }
}

/** @throws ProtocolError for every failure: the log says what it was, the client learns nothing of the inside. */
export function orFail<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    console.error(error);
    const message = "The service failed to answer; try again later.";
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
