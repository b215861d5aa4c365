-- Weir for Neovim 0.7 and newer. Copy this file to ~/.config/nvim/plugin/weir.lua; 'weir' must be on the PATH.

-- npm installs a script for Windows, which needs its full name.
local cmd = { vim.fn.has("win32") == 1 and "weir.cmd" or "weir", "lsp", "--stdio" }
local own = { "lpfilter", "lpjob", "cfrule" }
-- Files that contain filters and rules. Weir answers only inside these, beside the other servers of the file.
local hosts = { "terraform", "opentofu", "yaml", "json", "jsonc", "markdown" }
local filetypes = vim.list_extend(vim.deepcopy(own), hosts)

-- Not 'vim.filetype.add', which 0.7 does not read in the plugin folder.
for _, name in ipairs(own) do
  vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = "*." .. name, command = "setfiletype " .. name })
end

-- ':Weir push', ':Weir diff' and so on, for the current file.
local names = { "push", "createRule", "diff", "pull", "delete", "undo", "compareMeaning", "verify" }
vim.api.nvim_create_user_command("Weir", function(asked)
  local argument = { uri = vim.uri_from_bufnr(0) }
  local command = { command = "weir." .. asked.args, arguments = { argument } }
  vim.lsp.buf_request(0, "workspace/executeCommand", command, function(problem)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    end
  end)
end, {
  nargs = 1,
  complete = function(start)
    return vim.tbl_filter(function(it)
      return vim.startswith(it, start)
    end, names)
  end,
})

local comments = { cfrule = "# %s", lpfilter = "// %s", lpjob = "// %s" }
vim.api.nvim_create_autocmd("FileType", {
  pattern = own,
  callback = function(event)
    vim.bo[event.buf].commentstring = comments[event.match]
  end,
})

--- Shows code lenses, and refreshes them when a buffer is entered or idle.
local function show_lenses(buffer, refresh)
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "InsertLeave" }, {
    group = vim.api.nvim_create_augroup("weir_lenses_" .. buffer, {}),
    buffer = buffer,
    callback = refresh,
  })
end

if vim.lsp.config then -- Neovim 0.11 and newer
  vim.lsp.config("weir", {
    cmd = cmd,
    filetypes = filetypes,
    root_markers = { "weir.json", ".git" },
    on_attach = function(client, buffer)
      vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
      show_lenses(buffer, function()
        vim.lsp.codelens.refresh({ bufnr = buffer })
      end)
    end,
  })
  vim.lsp.enable("weir")
  return
end

local servers = {}

--- The server for a folder. It is restarted if it has crashed.
local function server_for(root)
  local client = servers[root] and vim.lsp.get_client_by_id(servers[root])
  if not client or client.is_stopped() then
    servers[root] = vim.lsp.start_client({
      name = "weir",
      cmd = cmd,
      root_dir = root,
      on_attach = function(_, buffer)
        show_lenses(buffer, function()
          vim.lsp.codelens.refresh()
        end)
      end,
    })
  end
  return servers[root]
end

local keys = {
  K = vim.lsp.buf.hover,
  gd = vim.lsp.buf.definition,
  gr = vim.lsp.buf.references,
  ["<F2>"] = vim.lsp.buf.rename,
  ["<F4>"] = vim.lsp.buf.code_action,
}

vim.api.nvim_create_autocmd("FileType", {
  pattern = filetypes,
  callback = function(event)
    local settings = vim.fn.findfile("weir.json", vim.fn.expand("%:p:h") .. ";")
    local root = settings ~= "" and vim.fn.fnamemodify(settings, ":p:h") or vim.fn.getcwd()
    local function attach()
      vim.lsp.buf_attach_client(event.buf, server_for(root))
    end
    attach()
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertEnter", "TextChanged" }, {
      group = vim.api.nvim_create_augroup("weir_attach_" .. event.buf, {}),
      buffer = event.buf,
      callback = attach,
    })
    vim.bo[event.buf].omnifunc = "v:lua.vim.lsp.omnifunc"
    for key, action in pairs(keys) do
      vim.keymap.set("n", key, action, { buffer = event.buf })
    end
  end,
})
