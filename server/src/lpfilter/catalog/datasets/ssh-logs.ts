import type { DatasetSource } from "../dataset.ts";

export const sshLogs: DatasetSource = {
  name: "ssh_logs",
  title: "SSH Logs",
  about: "One program, such as a shell or a single command, run in an SSH session through the network.",
  scopes: ["account"],
  fields: () => [
    { name: "AccountID", type: "string", doc: "Unique identifier of the account that the SSH session belongs to." },
    { name: "ClientAddress", type: "string", doc: "Network address from which the user opened the SSH connection." },
    { name: "Datetime", type: "int or string", doc: "Time at which this SSH log line was recorded." },
    { name: "Error", type: "string", doc: "Error that occurred in the session or program, empty when there was none." },
    { name: "PTY", type: "string", doc: "Terminal settings the client asked for, if the session has a terminal." },
    { name: "Payload", type: "string", doc: "Recorded input and output of the program." },
    { name: "ProgramFinishDatetime", type: "int or string", doc: "Time at which the program in the session ended." },
    { name: "ProgramID", type: "string", doc: "Unique identifier of the program run within the session." },
    { name: "ProgramStartDatetime", type: "int or string", doc: "Time at which the program in the session began." },
    { name: "ProgramType", type: "string", doc: "Tells what the SSH channel was used for, interactive work or something else.", values: ["shell", "exec", "x11", "direct-tcpip", "forwarded-tcpip"] },
    { name: "ServerAddress", type: "string", doc: "Network address of the SSH server the user connected to." },
    { name: "SessionFinishDatetime", type: "int or string", doc: "Time at which the whole SSH session ended." },
    { name: "SessionID", type: "string", doc: "Unique identifier of the SSH session, shared by all programs run in it." },
    { name: "SessionStartDatetime", type: "int or string", doc: "Time at which the whole SSH session began." },
    { name: "TargetID", type: "string", doc: "Identifier of the configured access target that represents the server." },
    { name: "UserEmail", type: "string", doc: "Email address of the signed-in person behind the session." },
    { name: "UserID", type: "string", doc: "Unique identifier of the signed-in person behind the session." },
    { name: "Username", type: "string", doc: "Login name used on the SSH server." },
  ],
};
