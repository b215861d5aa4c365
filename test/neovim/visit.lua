-- What a person does in Neovim with a filter, in a process without a screen. What came of it is written to WEIR_REPORT as JSON.
local patience = 20000

local function wait_for(what, condition)
  if not vim.wait(patience, condition, 20) then
    error("Nothing came of: " .. what)
  end
end

local function messages()
  return vim.tbl_map(function(it)
    return it.message
  end, vim.diagnostic.get(0))
end

--- The first answer of a server to a request about the place of the cursor.
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, patience)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end

--- What is offered inside a piece of the first line.
local function labels_in(text)
  vim.api.nvim_win_set_cursor(0, { 1, (vim.fn.getline(1):find(text)) })
  local result = ask("textDocument/completion", vim.lsp.util.make_position_params(0, "utf-16"))
  return vim.tbl_map(function(it)
    return it.label
  end, result.items or result)
end

--- Opens the menu of code actions at the cursor, as the key for it does, and takes one.
local function take_action(title)
  vim.ui.select = function(items, _, choose)
    for _, it in ipairs(items) do
      local action = it.action or it[2]
      if action.title == title then
        return choose(it, 1)
      end
    end
    error("There is no action: " .. title)
  end
  vim.lsp.buf.code_action()
end

--- Agrees to whatever the server asks before it changes something, and keeps the question.
local function agree(questions)
  vim.lsp.handlers["window/showMessageRequest"] = function(_, asked)
    table.insert(questions, asked.message)
    return asked.actions[1]
  end
end

local function visit()
  vim.cmd("edit filters/slip.lpfilter")
  wait_for("diagnostics", function()
    return #messages() > 0
  end)
  local report = { filetype = vim.bo.filetype, before = messages() }
  report.operators = labels_in('"eq"')
  vim.api.nvim_win_set_cursor(0, { 1, 24 })
  take_action("Use 'ClientIP'")
  wait_for("the action", function()
    return vim.fn.getline(1):find('"ClientIP"') ~= nil
  end)
  wait_for("new diagnostics", function()
    return #messages() == 0
  end)
  report.text = vim.fn.getline(1)
  report.escaped = ask("workspace/executeCommand", {
    command = "weir.copyEscaped",
    arguments = { { uri = vim.uri_from_bufnr(0) } },
  })
  vim.cmd("write")
  report.questions = {}
  agree(report.questions)
  report.pushed = ask("workspace/executeCommand", {
    command = "weir.push",
    arguments = { { uri = vim.uri_from_fname(vim.fn.fnamemodify("jobs/slip.lpjob", ":p")) } },
  })
  return report
end

local fine, report = pcall(visit)
local file = assert(io.open(vim.env.WEIR_REPORT, "w"))
file:write(vim.fn.json_encode(fine and report or { failure = report }))
file:close()
vim.cmd("qall!")
