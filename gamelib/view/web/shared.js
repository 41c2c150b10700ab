// The script of a widget is a model of its own, which all widgets of one kind share: a notebook saves it once.
async function view(model) {
  const id = model.get("script").replace("IPY_MODEL_", "");
  const script = await model.widget_manager.get_model(id);
  const url = URL.createObjectURL(new Blob([script.get("packed")], { type: "text/javascript" }));
  return (await import(url)).default;
}

export default { render: async (context) => (await view(context.model)).render(context) };
